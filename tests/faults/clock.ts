import { existsSync } from 'node:fs'

/** What lies to a process about the time of day; `undefined` where libfaketime is not installed. */
export const FAKETIME = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

/** For a process with another time of day; the clock that only counts goes on, as on a real machine. */
export const OTHER_TIME: Record<string, string> = {
  LD_PRELOAD: FAKETIME ?? '',
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
}
