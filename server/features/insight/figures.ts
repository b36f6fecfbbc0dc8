import type { SiteFigures, UserFigures } from '#contract/insight/figures.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { siteReactions } from '#server/features/catalog/playlists/reaction-totals.queries.ts'
import { userTotal } from '#server/features/catalog/playlists/totals.ts'
import { countLearned, countOfUser, countPublished } from './figures.queries.ts'

/** How much the site has; the cost does not grow with it. */
export async function siteFigures(db: Db): Promise<SiteFigures> {
  const [{ teachers, videos }, students, { likes, comments, saves }] = await Promise.all([
    countPublished(db),
    userTotal(db, 'Student'),
    siteReactions(db),
  ])
  return { videos, students, teachers, likes, comments, saved: saves }
}

/** How much a person has liked, written and saved; only the person sees what they have learned. */
export async function userFigures(db: Db, viewer: Viewer, userId: string): Promise<UserFigures> {
  const [counts, learning] = await Promise.all([
    countOfUser(db, userId),
    viewer.id === userId ? countLearned(db, userId) : undefined,
  ])
  return { ...counts, ...(learning && { learning }) }
}
