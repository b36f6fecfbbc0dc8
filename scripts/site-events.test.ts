import { expect, test } from 'vitest'
import type { SourceFile } from './read-sources.ts'
import { describeEvents } from './site-events.ts'

function source(path: string, text: string): SourceFile {
  return { path, text, program: undefined, comments: [], imports: [], unreadable: undefined }
}

test('each event has its emitters and listeners', () => {
  const sources = [
    source('server/features/account/users.ts', "await emit(trx, 'user.deleting', { userId })"),
    source('server/features/search/search.events.ts', "on('user.deleting', unindex)\n\non('video.cut', cut)"),
    source('server/features/search/search.test.ts', "await emit(db, 'user.deleting', { userId })"),
  ]
  expect(describeEvents({ paths: [], sources, coverage: undefined })).toEqual([
    'user.deleting\n  from server/features/account/users.ts\n  to   server/features/search/search.events.ts',
    'video.cut\n  from nobody\n  to   server/features/search/search.events.ts',
  ])
})
