import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { LONG, revisionsOf, step, take } from '#server/test-review-steps.ts'

test(
  'two people at once leave at most one open version',
  async () => {
    const testApp = await openTestApp()
    const teacher = await testApp.user('Ada', 'Teacher')
    const admin = await testApp.user('Root', 'Student', { isAdmin: true })
    const playlistId = await insertPlaylist(testApp, { teacher })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
        const courseId = await insertCourse(testApp, { playlistId, title: 'Alpha' })
        const site = { testApp, teacher, admin, playlistId, courseId }
        const statuses = await Promise.all(steps.map((each) => take(site, each)))
        expect(statuses.filter((status) => status >= 500)).toEqual([])
        const revisions = await revisionsOf(site)
        const open = revisions.filter(({ state }) => ['draft', 'submitted', 'in_review'].includes(state))
        expect(open.length).toBeLessThanOrEqual(1)
        expect(revisions.map(({ number }) => number)).toEqual(revisions.map((_, at) => at + 1))
        await testApp.db.deleteFrom('courses').where('id', '=', courseId).execute()
      }),
      { numRuns: 15 },
    )
  },
  LONG,
)
