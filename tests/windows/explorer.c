// Stands for the desktop: starts the program beside it as a double click does, without
// arguments, and ends with its exit code.
#include <process.h>
#include <wchar.h>
#include <windows.h>

int wmain(void) {
  wchar_t program[32768];
  GetModuleFileNameW(NULL, program, 32000);
  wcscpy(wcsrchr(program, L'\\') + 1, L"qbcoach.exe");
  return (int)_wspawnl(_P_WAIT, program, L"qbcoach.exe", NULL);
}
