import { existsSync } from 'node:fs'
import { installPackages } from '#scripts/programs.ts'

const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map(
  (folder) => `${folder}/faketime/libfaketimeMT.so.1`,
)
const findFaketime = () => LIBRARIES.find((path) => existsSync(path))

/** One sentence when faketime is missing and cannot be installed. */
export function lacksFaketime(): string | undefined {
  if (findFaketime() === undefined) installPackages(['libfaketime'])
  return findFaketime() === undefined
    ? 'libfaketime is not installed; on Debian: apt-get install libfaketime.'
    : undefined
}

/** The environment of a process with another time of day. Its monotonic clock continues, as on a real machine. */
export const otherTime = (): Record<string, string> => ({
  LD_PRELOAD: findFaketime() ?? '',
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
})
