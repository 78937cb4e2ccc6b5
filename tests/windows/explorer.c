// Stands for the desktop: `explorer PROGRAM` starts a program beside it as a double click
// does, without arguments, and ends with its exit code.
#include <process.h>
#include <wchar.h>
#include <windows.h>

int wmain(int count, wchar_t **arguments) {
  wchar_t program[32768];
  if (count < 2) return 98;
  GetModuleFileNameW(NULL, program, 32000);
  wcsncpy(wcsrchr(program, L'\\') + 1, arguments[1], 700);
  return (int)_wspawnl(_P_WAIT, program, arguments[1], NULL);
}
