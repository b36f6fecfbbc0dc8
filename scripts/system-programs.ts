/**
 * System programs that a few commands need. As root on Debian, missing ones are installed; elsewhere one sentence says
 * what to install.
 */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages } from './programs.ts'

/** The Debian package of a program, if the name differs. */
const PACKAGES: Record<string, string> = {
  mount: 'mount',
  umount: 'mount',
  prlimit: 'util-linux',
  'mkfs.ext4': 'e2fsprogs',
}
/** Packages that a program also needs. */
const ALSO: Record<string, readonly string[]> = { gcc: ['libc6-dev'] }
/** Folders that Debian has only in root's PATH. */
const ADMIN_FOLDERS = ['/usr/sbin', '/sbin']

const packageOf = (program: string): string => PACKAGES[program] ?? program

/** Also adds the folders of system programs to our PATH. */
function isInstalled(program: string): boolean {
  const path = (process.env.PATH ?? '').split(delimiter)
  if (path.some((folder) => existsSync(join(folder, program)))) return true
  const hidden = ADMIN_FOLDERS.find((folder) => existsSync(join(folder, program)))
  if (hidden === undefined) return false
  process.env.PATH = [...path, hidden].join(delimiter)
  return true
}

/** One sentence about the programs that are missing and cannot be installed, or `undefined`. */
export function missingPrograms(programs: readonly string[], isRoot?: boolean): string | undefined {
  const absent = () => programs.filter((program) => !isInstalled(program))
  const before = absent()
  if (before.length === 0) return undefined
  installPackages(
    before.flatMap((program) => [packageOf(program), ...(ALSO[program] ?? [])]),
    isRoot,
  )
  const still = absent()
  if (still.length === 0) return undefined
  const packages = [...new Set(still.map(packageOf))].join(' ')
  return `${still.join(' and ')} ${still.length === 1 ? 'is' : 'are'} not installed; on Debian: apt-get install ${packages}`
}

/** Exits with that sentence, if there is one. */
export function needPrograms(command: string, programs: readonly string[]): void {
  const sentence = missingPrograms(programs)
  if (sentence === undefined) return
  console.error(`${command} cannot run: ${sentence}`)
  process.exit(1)
}
