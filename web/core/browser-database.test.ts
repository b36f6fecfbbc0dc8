import { deleteDB, openDB } from 'idb'
import { expect, test } from 'vitest'
import { openDatabase } from './browser-database.ts'

test('drafts of a browser that knew no handles of files stay', async () => {
  const draft = {
    user: 'a'.repeat(24),
    kind: 'course',
    subject: '1',
    tab: 'first',
    fields: { title: 'Half a' },
    pictures: {},
    at: 1,
  }
  await deleteDB('lectern')
  const former = await openDB('lectern', 1, {
    upgrade: (database) =>
      void database.createObjectStore('drafts', { keyPath: ['user', 'kind', 'subject', 'tab'] }),
  })
  await former.put('drafts', draft)
  former.close()

  const database = await openDatabase()
  expect(database.version).toBe(2)
  expect(await database.getAll('drafts')).toEqual([draft])
  expect(await database.getAll('handles')).toEqual([])
})
