import { posix } from 'node:path'
import {
  FEATURES,
  LONGEST_FILE,
  LONGEST_TEST,
  SERVER_FEATURES,
  VAGUE_FOLDERS,
  VAGUE_WORDS,
} from './architecture-rules.ts'
import { isTest, type SourceTree } from './read-sources.ts'
import type { Violation } from './violation.ts'

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
/** Files whose names we do not choose: web conventions and the licences of what we ship. */
const NAMED_BY_OTHERS = /^web\/(public|fonts)\//

function featureViolations(paths: readonly string[]): Violation[] {
  const expected = FEATURES.flatMap((feature) => [
    `contract/${feature}/`,
    `server/features/${feature}/`,
    `web/features/${feature}/`,
  ])
  const onServer = SERVER_FEATURES.map((feature) => `server/features/${feature}/`)
  const missing = [...expected, ...onServer].filter(
    (prefix) => !paths.some((path) => path.startsWith(prefix)),
  )
  const strangers = paths.flatMap((path) => {
    const [, side, feature] = /^(server|web)\/features\/([^/]+)/.exec(path) ?? []
    const known = side === 'web' ? FEATURES : [...FEATURES, ...SERVER_FEATURES]
    return feature === undefined || known.includes(feature) ? [] : [path]
  })
  const rule = 'A feature has the same name in the contract and in both sides.'
  return [
    ...missing.map((file) => ({ file, line: 1, rule, what: 'is missing' })),
    ...strangers.map((file) => ({ file, line: 1, rule, what: 'lies in no feature of rules.ts' })),
  ]
}

function nameFault(path: string): string | undefined {
  const folders = posix.dirname(path).split('/')
  const file = posix.basename(path)
  const vagueFolder = folders.find((folder) => VAGUE_FOLDERS.includes(folder))
  const word = file.split(/[-.]/).find((part) => VAGUE_WORDS.includes(part))
  if (vagueFolder !== undefined) return `the folder '${vagueFolder}' says nothing about its content`
  if (word !== undefined) return `'${word}' says nothing about its content`
  if (/^index\.tsx?$/.test(file)) return 'import the file you mean: no barrels'
  const crooked = [...folders, file].find((part) => !KEBAB.test(part) && part !== '.')
  return crooked === undefined ? undefined : `'${crooked}' is not in kebab-case`
}

function nameViolations(paths: readonly string[]): Violation[] {
  return paths.flatMap((file) => {
    const what = NAMED_BY_OTHERS.test(file) ? undefined : nameFault(file)
    return what === undefined ? [] : [{ file, line: 1, rule: 'A name says what the thing is.', what }]
  })
}

function sizeViolations({ sources }: SourceTree): Violation[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    const longest = isTest(path) ? LONGEST_TEST : LONGEST_FILE
    const rule = 'One file, one thing: split it by meaning.'
    return lines <= longest
      ? []
      : [{ file: path, line: longest, rule, what: `has ${lines} lines of ${longest}` }]
  })
}

function unreadableViolations({ sources }: SourceTree): Violation[] {
  const rule = 'A file that cannot be read cannot be judged.'
  return sources.flatMap(({ path, unreadable }) =>
    unreadable === undefined ? [] : [{ file: path, line: 1, rule, what: unreadable }],
  )
}

/** Violations of names, sizes and features. An empty side is a violation, too, because then nothing was checked. */
export function shapeViolations(tree: SourceTree): Violation[] {
  const rule = 'A check that sees no files checks nothing.'
  const empty = ['contract/', 'server/', 'web/']
    .filter((side) => !tree.sources.some(({ path }) => path.startsWith(side)))
    .map((file) => ({ file, line: 1, rule, what: 'is empty' }))
  return [
    ...empty,
    ...unreadableViolations(tree),
    ...featureViolations(tree.paths),
    ...nameViolations(tree.paths),
    ...sizeViolations(tree),
  ]
}
