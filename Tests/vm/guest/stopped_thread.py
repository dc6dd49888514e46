"""A process whose main thread is stopped while its others go on: an event loop that hangs."""

import ctypes
import os

PTRACE_SEIZE, PTRACE_INTERRUPT = 0x4206, 0x4207
#: Of threads that this process has not started: `__WALL` of wait(2).
ALL = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def stop_main_thread(pid):
    for request in PTRACE_SEIZE, PTRACE_INTERRUPT:
        if libc.ptrace(request, pid, None, None) != 0:
            raise OSError(ctypes.get_errno(), f"cannot stop the main thread of {pid}")
    os.waitpid(pid, ALL)


def has_ended(pid):
    """Whether the process of a stopped thread has ended. Its parent hears of it only then."""
    ended, status = os.waitpid(pid, ALL | os.WNOHANG)
    return ended == pid and (os.WIFSIGNALED(status) or os.WIFEXITED(status))
