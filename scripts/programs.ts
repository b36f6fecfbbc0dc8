/**
 * Programs of this machine that tests need. As root on Debian, missing ones are installed; elsewhere one sentence says
 * what to install. `node scripts/programs.ts <program> …` does that for the programs named.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The Debian packages of a program, unless it is one of the same name. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  gcc: ['gcc', 'libc6-dev'],
  initdb: ['postgresql'],
  'mkfs.ext4': ['e2fsprogs'],
  prlimit: ['util-linux'],
  umount: ['mount'],
}

/** Folders of programs that PATH may lack on Debian. */
function moreFolders(): string[] {
  const postgres = globSync('/usr/lib/postgresql/*/bin')
  return ['/usr/sbin', '/sbin', ...postgres.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))]
}

/** The path of an installed program; its folder is in PATH from then on. */
export function findProgram(name: string): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter)
  const folder = [...path, ...moreFolders()].find((each) => existsSync(join(each, name)))
  if (folder === undefined) return undefined
  if (!path.includes(folder)) process.env.PATH = [...path, folder].join(delimiter)
  return join(folder, name)
}

/** Installs Debian packages, if we are root. */
export function installPackages(names: readonly string[], isRoot = process.getuid?.() === 0): void {
  if (!isRoot) return
  console.error(`Installing ${names.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) => spawnSync('apt-get', words, { stdio: 'ignore', env }).status === 0
  const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...names)
  // A new machine has no list of packages yet.
  if (!install() && apt('update', '-qq')) install()
}

/** One sentence about the programs that are missing and cannot be installed, or `undefined`. */
export function missingPrograms(programs: readonly string[], isRoot?: boolean): string | undefined {
  const absent = () => programs.filter((program) => findProgram(program) === undefined)
  const packagesOf = (names: string[]) => [...new Set(names.flatMap((name) => PACKAGES[name] ?? name))]
  const before = absent()
  if (before.length === 0) return undefined
  installPackages(packagesOf(before), isRoot)
  const still = absent()
  if (still.length === 0) return undefined
  const packages = packagesOf(still).join(' ')
  return `${still.join(' and ')} ${still.length === 1 ? 'is' : 'are'} not installed; on Debian: apt-get install ${packages}`
}

/** The path of a program, which is installed if necessary. Throws that sentence when it is missing. */
export function needProgram(name: string): string {
  const sentence = missingPrograms([name])
  if (sentence !== undefined) throw new Error(sentence)
  return findProgram(name) ?? name
}

/** Exits with that sentence, if there is one. */
export function needPrograms(command: string, programs: readonly string[]): void {
  const sentence = missingPrograms(programs)
  if (sentence === undefined) return
  console.error(`${command} cannot run: ${sentence}`)
  process.exit(1)
}

if (import.meta.main) needPrograms('The tests of the server', process.argv.slice(2))
