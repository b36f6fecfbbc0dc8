import { expect, onTestFinished, test, vi } from 'vitest'
import { sweepHourly } from './sweeps.ts'
import { openTestApp } from './test-app.ts'

test('the first sweep needs minutes, not an hour, and says when it found too much to delete', async () => {
  const { app, context, db, images } = await openTestApp()
  const { jobs } = context
  const sweep = vi.spyOn(images, 'sweep').mockResolvedValue({ deleted: 0, tooMuch: { count: 9, of: 10 } })
  const error = vi.spyOn(app.log, 'error')
  sweepHourly(context)
  const start = Date.now()
  await jobs.start()
  onTestFinished(jobs.stop)
  const runAt = async () => {
    const job = await db.selectFrom('jobs').select('run_at').where('kind', '=', 'sweep').executeTakeFirst()
    return Math.round((Date.parse(job?.run_at ?? '') - start) / 60_000)
  }
  expect(await runAt()).toBe(2)
  await jobs.start()
  await db.updateTable('jobs').set({ run_at: new Date().toISOString() }).execute()
  await jobs.runDue()
  expect(sweep).toHaveBeenCalledOnce()
  expect(error).toHaveBeenCalledWith({ count: 9, of: 10 }, expect.stringContaining('npm run doctor'))
  expect(await runAt()).toBe(60)
})
