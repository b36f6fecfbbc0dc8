import { expect, onTestFinished, test, vi } from 'vitest'
import { startSweeps } from './sweeps.ts'
import { openTestApp } from './test-app.ts'

test('the first sweep needs minutes, not an hour, and says when it found too much to delete', async () => {
  const { app, db, images } = await openTestApp()
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const sweep = vi.spyOn(images, 'sweep').mockResolvedValue({ deleted: 0, tooMuch: { count: 9, of: 10 } })
  const error = vi.spyOn(app.log, 'error')
  const stop = startSweeps({ db, images, log: app.log })
  vi.advanceTimersByTime(119_000)
  expect(sweep).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(sweep).toHaveBeenCalledOnce()
  await vi.waitFor(() =>
    expect(error).toHaveBeenCalledWith({ count: 9, of: 10 }, expect.stringContaining('npm run doctor')),
  )
  stop()
})
