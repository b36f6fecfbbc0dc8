import { expect, test } from 'vitest'
import { featuresInCycles } from './feature-cycles.ts'
import type { SourceFile } from './read-sources.ts'

function source(path: string, ...targets: string[]): SourceFile {
  const imports = targets.map((target) => ({ specifier: target, target, line: 1, typeOnly: false }))
  return { path, text: '', program: undefined, comments: [], imports, unreadable: undefined }
}

const file = (feature: string) => `server/features/${feature}/${feature}.ts`

test('features in a cycle are named, those before and behind it are not', () => {
  const sources = [
    source(file('search'), file('comments')),
    source(file('comments'), file('users')),
    source(file('users'), file('reports'), file('media')),
    source(file('reports'), file('comments')),
    source(file('media')),
  ]
  const tree = { paths: [], sources, coverage: undefined }
  expect(featuresInCycles(tree, 'server')).toEqual({ cyclic: ['comments', 'reports', 'users'], all: 5 })
  expect(featuresInCycles(tree, 'web')).toEqual({ cyclic: [], all: 0 })
})

test('what a test imports makes no cycle', () => {
  const sources = [
    source(file('likes'), file('users')),
    source('server/features/account/users/users.test.ts', file('likes')),
  ]
  const tree = { paths: [], sources, coverage: undefined }
  expect(featuresInCycles(tree, 'server').cyclic).toEqual([])
})
