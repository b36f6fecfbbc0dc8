/** Lists the emitters and listeners of each event of the site, for `npm run architecture -- --events`. */
import { isTest, type SourceTree } from './read-sources.ts'

const EMITTED = /\bemit\(\s*\w+,\s*'([\w.]+)'/g
const LISTENED = /^on\('([\w.]+)'/gm
const LISTENERS = /\.events\.ts$/

function filesByEvent(sources: SourceTree['sources'], pattern: RegExp): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { path, text } of sources) {
    for (const name of new Set([...text.matchAll(pattern)].map(([, name = '']) => name))) {
      files.set(name, [...(files.get(name) ?? []), path])
    }
  }
  return files
}

/** One line for each event: its emitters, then its listeners. */
export function describeEvents({ sources }: SourceTree): string[] {
  const ours = sources.filter(({ path }) => path.startsWith('server/') && !isTest(path))
  const emitters = filesByEvent(ours, EMITTED)
  const listeners = filesByEvent(
    ours.filter(({ path }) => LISTENERS.test(path)),
    LISTENED,
  )
  const names = [...new Set([...emitters.keys(), ...listeners.keys()])].sort()
  const list = (files: string[] = []) => files.join(', ') || 'nobody'
  return names.map(
    (name) => `${name}\n  from ${list(emitters.get(name))}\n  to   ${list(listeners.get(name))}`,
  )
}
