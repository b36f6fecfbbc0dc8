import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const Program = z.object({ version: z.string() })

let version: Promise<string> | undefined

/** The version of the program in the folder that the site was started in; empty where it says none. */
export function versionOf(): Promise<string> {
  version ??= readFile('package.json', 'utf8').then(
    (text) => Program.parse(JSON.parse(text)).version,
    () => '',
  )
  return version
}

let commit: Promise<string | null> | undefined

/** The commit of the folder that the site was started in; null where it is no clone. */
export function commitOf(): Promise<string | null> {
  commit ??= readCommit('.git').catch(() => null)
  return commit
}

const HASH_DIGITS = 8

async function readCommit(folder: string): Promise<string> {
  const head = (await readFile(`${folder}/HEAD`, 'utf8')).trim()
  const branch = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
  const hash = branch === undefined ? head : await hashOf(folder, branch)
  return hash.trim().slice(0, HASH_DIGITS)
}

/** Git keeps a branch in a file of its own or, later, in a list. */
function hashOf(folder: string, branch: string): Promise<string> {
  return readFile(`${folder}/${branch}`, 'utf8').catch(async () => {
    const packed = await readFile(`${folder}/packed-refs`, 'utf8')
    return packed.split('\n').find((line) => line.endsWith(` ${branch}`)) ?? ''
  })
}
