import { z } from 'zod'
import type { Db } from '#server/data/database.ts'

const Widths = z.array(z.int())

/** The stored widths of a picture, ascending; empty if it no longer exists. */
export async function findWidths(db: Db, name: string): Promise<number[]> {
  const row = await db.selectFrom('images').select('widths').where('name', '=', name).executeTakeFirst()
  return row ? Widths.parse(JSON.parse(row.widths)) : []
}
