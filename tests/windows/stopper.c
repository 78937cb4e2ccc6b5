// Runs `stopper READY PROGRAM ARGUMENTS…` in a console of its own, presses Ctrl-Break there
// once the file READY is there, and ends with the program's exit code.
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int wmain(int count, wchar_t **arguments) {
  static wchar_t line[32768];
  STARTUPINFOW startup = {.cb = sizeof startup};
  PROCESS_INFORMATION process;
  DWORD code = 99;
  if (count < 3) return 98;
  FreeConsole();
  AllocConsole();
  for (int i = 2; i < count; i++) swprintf(line + wcslen(line), 4096, L"\"%ls\" ", arguments[i]);
  if (!CreateProcessW(NULL, line, NULL, NULL, FALSE, CREATE_NEW_PROCESS_GROUP, NULL, NULL, &startup, &process))
    return 97;
  while (GetFileAttributesW(arguments[1]) == INVALID_FILE_ATTRIBUTES)
    if (WaitForSingleObject(process.hProcess, 20) == WAIT_OBJECT_0) return 96;
  GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, process.dwProcessId);
  if (WaitForSingleObject(process.hProcess, 30000) != WAIT_OBJECT_0) TerminateProcess(process.hProcess, 95);
  GetExitCodeProcess(process.hProcess, &code);
  return (int)code;
}
