import { expect, test } from 'vitest'
import { LIST_LIMIT_MAX } from '#contract/lists.ts'
import { openHouse } from '#server/test-house.ts'
import { rowsFor } from './keyset.ts'

const LIMITS = Array.from({ length: LIST_LIMIT_MAX }, (_, n) => n + 1)

test('for every page the row after it is read, too, and few statements say how many', async () => {
  const { db } = await openHouse()
  const statements = new Set<string>()
  for (const limit of LIMITS) {
    const asked = db.selectNoFrom(rowsFor(limit).as('rows'))
    statements.add(asked.compile().sql)
    expect((await asked.executeTakeFirstOrThrow()).rows).toBeGreaterThan(limit)
  }
  expect(statements.size).toBe(3)
})
