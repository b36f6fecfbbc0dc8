import { existsSync } from 'node:fs'
import { installPackages } from '#scripts/programs.ts'

const PLACES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map(
  (folder) => `${folder}/faketime/libfaketimeMT.so.1`,
)
const findFaketime = () => PLACES.find((path) => existsSync(path))

/** One sentence where what lies to a process about the time of day is not there and cannot be installed. */
export function lacksFaketime(): string | undefined {
  if (findFaketime() === undefined) installPackages(['libfaketime'])
  return findFaketime() === undefined
    ? 'libfaketime is not installed; on Debian: apt-get install libfaketime.'
    : undefined
}

/** For a process with another time of day; the clock that only counts goes on, as on a real machine. */
export const otherTime = (): Record<string, string> => ({
  LD_PRELOAD: findFaketime() ?? '',
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
})
