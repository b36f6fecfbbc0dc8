import { posix } from 'node:path'
import { ATTIC_FOLDERS, ATTIC_WORDS, LONGEST_FILE, LONGEST_TEST, ROOMS } from './architecture-rules.ts'
import { type House, isTest } from './read-sources.ts'
import type { Fault } from './violation.ts'

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
/** Files whose names others decide: the web's own conventions and the licences that come with what we ship. */
const NAMED_BY_OTHERS = /^web\/(public|fonts)\//

function roomFaults(paths: readonly string[]): Fault[] {
  const places = ROOMS.flatMap((room) => [
    `contract/${room}.ts`,
    `server/features/${room}/`,
    `web/features/${room}/`,
  ])
  const missing = places.filter((place) => !paths.some((path) => path.startsWith(place)))
  const strangers = paths.flatMap((path) => {
    const [, room] = /^(?:server|web)\/features\/([^/]+)/.exec(path) ?? []
    return room === undefined || ROOMS.includes(room) ? [] : [path]
  })
  const law = 'A room has the same name in the contract and in both wings.'
  return [
    ...missing.map((file) => ({ file, line: 1, law, what: 'is missing' })),
    ...strangers.map((file) => ({ file, line: 1, law, what: 'lies in no room of laws.ts' })),
  ]
}

function nameFault(path: string): string | undefined {
  const folders = posix.dirname(path).split('/')
  const file = posix.basename(path)
  const attic = folders.find((folder) => ATTIC_FOLDERS.includes(folder))
  const word = file.split(/[-.]/).find((part) => ATTIC_WORDS.includes(part))
  if (attic !== undefined) return `the folder '${attic}' names no thing`
  if (word !== undefined) return `'${word}' names no thing`
  if (/^index\.tsx?$/.test(file)) return 'import the file you mean: no barrels'
  const crooked = [...folders, file].find((part) => !KEBAB.test(part) && part !== '.')
  return crooked === undefined ? undefined : `'${crooked}' is not in kebab-case`
}

function nameFaults(paths: readonly string[]): Fault[] {
  return paths.flatMap((file) => {
    const what = NAMED_BY_OTHERS.test(file) ? undefined : nameFault(file)
    return what === undefined ? [] : [{ file, line: 1, law: 'A name says what the thing is.', what }]
  })
}

function sizeFaults({ sources }: House): Fault[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    const longest = isTest(path) ? LONGEST_TEST : LONGEST_FILE
    const law = 'One file, one thing: split it by meaning.'
    return lines <= longest
      ? []
      : [{ file: path, line: longest, law, what: `has ${lines} lines of ${longest}` }]
  })
}

function unreadableFaults({ sources }: House): Fault[] {
  const law = 'A file that cannot be read cannot be judged.'
  return sources.flatMap(({ path, unreadable }) =>
    unreadable === undefined ? [] : [{ file: path, line: 1, law, what: unreadable }],
  )
}

/** Faults of names, of sizes and of rooms; an empty wing is a fault too, for then nothing was checked. */
export function shapeFaults(house: House): Fault[] {
  const law = 'A check that sees no files checks nothing.'
  const empty = ['contract/', 'server/', 'web/']
    .filter((wing) => !house.sources.some(({ path }) => path.startsWith(wing)))
    .map((file) => ({ file, line: 1, law, what: 'is empty' }))
  return [
    ...empty,
    ...unreadableFaults(house),
    ...roomFaults(house.paths),
    ...nameFaults(house.paths),
    ...sizeFaults(house),
  ]
}
