import { sql } from 'kysely'
import { LEARNING_DAYS_MAX } from '#contract/learning/progress-limits.ts'
import type { Db } from '#server/data/database.ts'
import type { LearningDayTable } from '#server/data/learning-rows.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'

const DAY = ['user_id', 'day', 'seconds'] as const

const upsertDay = preparedChange(
  (db, params: Params<{ [Column in keyof LearningDayTable]: LearningDayTable[Column] }>) =>
    db
      .insertInto('learning_days')
      .columns(DAY)
      .expression(params.row(DAY))
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'day'])
          .doUpdateSet({ seconds: sql<number>`learning_days.seconds + excluded.seconds` }),
      ),
)

/** Adds new seconds to what a user watched on a day. */
export async function addToDay(trx: Db, day: LearningDayTable): Promise<void> {
  if (day.seconds > 0) await upsertDay(trx, { ...day })
}

/** The days from this one on, the earliest first. */
export const daysFrom = prepared((db, params: Params<{ userId: string; from: string }>) =>
  db
    .selectFrom('learning_days')
    .select(['day', 'seconds'])
    .where('user_id', '=', params.value('userId'))
    .where('day', '>=', params.value('from'))
    .orderBy('day')
    .limit(LEARNING_DAYS_MAX),
)
