import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tests/start-lectern.ts'

export const DEPLOY = join(root, 'deploy')

/** `NAME=value` lines of an environment file. */
export function environmentOf(file: string): Record<string, string> {
  const lines = readFileSync(join(DEPLOY, file), 'utf8').split('\n')
  const settings = lines.filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(
    settings.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/**
 * Copies a configuration of deploy/ with other addresses and folders in it, and nothing else changed. Each replacement
 * must match in some file, so that the examples cannot differ from what is tested.
 */
export function copyConfig(
  files: readonly string[],
  folder: string,
  replacements: readonly (readonly [string, string])[],
): void {
  mkdirSync(folder, { recursive: true })
  const unused = new Set(replacements.map(([from]) => from))
  for (const file of files) {
    let text = readFileSync(join(DEPLOY, file), 'utf8')
    for (const [from, to] of replacements) {
      if (!text.includes(from)) continue
      unused.delete(from)
      text = text.replaceAll(from, to)
    }
    writeFileSync(join(folder, file.split('/').at(-1) ?? file), text)
  }
  if (unused.size > 0) throw new Error(`deploy/ no longer says ${[...unused].join(', ')}`)
}

/** The files of a folder of deploy/. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(DEPLOY, folder)).map((name) => `${folder}/${name}`)
}
