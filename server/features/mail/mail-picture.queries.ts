import { z } from 'zod'
import type { Db } from '#server/data/database.ts'

const Widths = z.array(z.int())

/** The stored widths of a picture, ascending; none when it is gone. */
export async function findWidths(db: Db, name: string): Promise<number[]> {
  const row = await db.selectFrom('images').select('widths').where('name', '=', name).executeTakeFirst()
  return row ? Widths.parse(JSON.parse(row.widths)) : []
}
