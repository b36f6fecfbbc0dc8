import { IMPORT_RULES, type ImportRule } from './allowed-imports.ts'
import { LAYERS } from './architecture-rules.ts'
import type { Import, SourceFile, SourceTree } from './read-sources.ts'
import type { Violation } from './violation.ts'

const FEATURE = /^(server|web)\/features\/([^/]+)\//

/** Whether one feature imports another one of a lower layer, on the same side. */
function isLower(importer: string, target: string): boolean {
  const [, side, feature = ''] = FEATURE.exec(importer) ?? []
  const [, otherSide, other = ''] = FEATURE.exec(target) ?? []
  const [layer, otherLayer] = [LAYERS[feature], LAYERS[other]]
  return side === otherSide && layer !== undefined && otherLayer !== undefined && otherLayer < layer
}

/** The patterns of a rule with the captures of its `from` filled in. */
function patterns(written: readonly string[], captured: RegExpExecArray): RegExp[] {
  return written.map((pattern) => {
    const filled = pattern.replaceAll(/\$(\d)/g, (_, index) => captured[Number(index)] ?? '')
    return new RegExp(`^(?:${filled})`)
  })
}

function breaks({ may, mayNot, from }: ImportRule, importer: string, target: string): boolean {
  const captured = from.exec(importer)
  if (captured === null || isLower(importer, target)) return false
  if (mayNot && patterns(mayNot, captured).some((pattern) => pattern.test(target))) return true
  return may !== undefined && !patterns(may, captured).some((pattern) => pattern.test(target))
}

function directionViolations({ path }: SourceFile, { target, line, typeOnly }: Import): Violation[] {
  return IMPORT_RULES.filter((rule) => !(rule.atRunTimeOnly && typeOnly))
    .filter((rule) => breaks(rule, path, target))
    .map(({ rule }) => ({ file: path, line, rule, what: `imports ${target}` }))
}

function formViolations(
  { path }: SourceFile,
  { specifier, target, line }: Import,
  known: Set<string>,
): Violation[] {
  const violation = (rule: string): Violation => ({ file: path, line, rule, what: `imports '${specifier}'` })
  if (/^(npm|node):/.test(target)) return []
  if (specifier.startsWith('../../'))
    return [violation('Far places are named from the root: #server/…, #web/…, #contract/….')]
  if (known.has(target) || target.startsWith('dist/')) return []
  if (/\.[cm]?jsx?$/.test(target))
    return [violation('Node reads the name as written: a .ts file is imported as .ts.')]
  return [violation('Every import names an existing file, ending included.')]
}

/** Violations of the import direction and of the form of specifiers. */
export function importViolations({ paths, sources }: SourceTree): Violation[] {
  const known = new Set(paths)
  return sources.flatMap((source) =>
    source.imports.flatMap((imported) => [
      ...directionViolations(source, imported),
      ...formViolations(source, imported, known),
    ]),
  )
}
