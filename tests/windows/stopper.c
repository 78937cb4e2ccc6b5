// Runs `stopper EVENT READY PROGRAM ARGUMENTS…` in a console of its own, lets EVENT happen
// there once the file READY is there, and ends with the program's exit code.
//
// EVENT is a number: 0 Ctrl-C, 1 Ctrl-Break, 2 the console is closed, 5 the user logs off,
// 6 the system shuts down; `key` presses Ctrl-C. That is the only key that Wine 8 can
// press: GenerateConsoleCtrlEvent with CTRL_BREAK_EVENT fails there with error 6. So the
// numbered events come as Windows sends them: on a thread that is started in the program at
// CtrlRoutine.
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

static PROCESS_INFORMATION process;

// This program has the same console, and outlives the event.
static BOOL WINAPI stay(DWORD event) { return TRUE; }

static BOOL happen(const wchar_t *event) {
  if (wcscmp(event, L"key") == 0) return GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
  // This library is at the same address in every process.
  FARPROC routine = GetProcAddress(GetModuleHandleW(L"kernelbase"), "CtrlRoutine");
  void *number = (void *)(ULONG_PTR)_wtoi(event);
  return routine != NULL &&
         CreateRemoteThread(process.hProcess, NULL, 0, (LPTHREAD_START_ROUTINE)routine, number, 0, NULL) != NULL;
}

int wmain(int count, wchar_t **arguments) {
  static wchar_t line[32768];
  STARTUPINFOW startup = {.cb = sizeof startup};
  DWORD code = 99;
  if (count < 4) return 98;
  FreeConsole();
  AllocConsole();
  SetConsoleCtrlHandler(stay, TRUE);
  for (int i = 3; i < count; i++) swprintf(line + wcslen(line), 4096, L"\"%ls\" ", arguments[i]);
  if (!CreateProcessW(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &process)) return 97;
  while (GetFileAttributesW(arguments[2]) == INVALID_FILE_ATTRIBUTES)
    if (WaitForSingleObject(process.hProcess, 20) == WAIT_OBJECT_0) return 96;
  if (!happen(arguments[1])) TerminateProcess(process.hProcess, 94);
  if (WaitForSingleObject(process.hProcess, 30000) != WAIT_OBJECT_0) TerminateProcess(process.hProcess, 95);
  GetExitCodeProcess(process.hProcess, &code);
  return (int)code;
}
