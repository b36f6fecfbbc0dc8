import { DOORS, IMPORT_LAWS, type ImportLaw } from './architecture-rules.ts'
import type { House, Import, SourceFile } from './read-sources.ts'
import type { Fault } from './violation.ts'

const FEATURE = /^(server|web)\/features\/([^/]+)\//

function doorIsOpen(importer: string, target: string): boolean {
  const [, wing, room] = FEATURE.exec(importer) ?? []
  const door = DOORS.find((candidate) => candidate.door === target)
  if (door === undefined || room === undefined || !target.startsWith(`${wing}/`)) return false
  return door.opensTo === 'all' || door.opensTo.includes(room)
}

/** The patterns of a law with what its `from` captured put in. */
function patterns(written: readonly string[], captured: RegExpExecArray): RegExp[] {
  return written.map((pattern) => {
    const filled = pattern.replaceAll(/\$(\d)/g, (_, index) => captured[Number(index)] ?? '')
    return new RegExp(`^(?:${filled})`)
  })
}

function breaks({ may, mayNot, from }: ImportLaw, importer: string, target: string): boolean {
  const captured = from.exec(importer)
  if (captured === null || doorIsOpen(importer, target)) return false
  if (mayNot && patterns(mayNot, captured).some((pattern) => pattern.test(target))) return true
  return may !== undefined && !patterns(may, captured).some((pattern) => pattern.test(target))
}

function directionFaults({ path }: SourceFile, { target, line, typeOnly }: Import): Fault[] {
  return IMPORT_LAWS.filter((law) => !(law.atRunTimeOnly && typeOnly))
    .filter((law) => breaks(law, path, target))
    .map(({ law }) => ({ file: path, line, law, what: `imports ${target}` }))
}

function formFaults({ path }: SourceFile, { specifier, target, line }: Import, known: Set<string>): Fault[] {
  const fault = (law: string): Fault => ({ file: path, line, law, what: `imports '${specifier}'` })
  if (/^(npm|node):/.test(target)) return []
  if (specifier.startsWith('../../'))
    return [fault('Far places are named from the root: #server/…, #web/…, #contract/….')]
  if (known.has(target) || target.startsWith('dist/')) return []
  if (/\.[cm]?jsx?$/.test(target))
    return [fault('Node reads the name as written: a .ts file is imported as .ts.')]
  return [fault('Every import names an existing file, ending included.')]
}

/** Faults of direction (who imports whom) and of form (how it is written). */
export function importFaults({ paths, sources }: House): Fault[] {
  const known = new Set(paths)
  return sources.flatMap((source) =>
    source.imports.flatMap((found) => [
      ...directionFaults(source, found),
      ...formFaults(source, found, known),
    ]),
  )
}
