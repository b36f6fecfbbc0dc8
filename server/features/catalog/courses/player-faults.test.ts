import { expect, test } from 'vitest'
import { openPlaylist } from '#server/test-progress.ts'

test('videos that do not play are counted by their reason', async () => {
  const { testApp, student, courseId } = await openPlaylist()
  const report = (code: string) => student.request('POST', `/api/courses/${courseId}/fault`, { code })
  for (const code of ['150', '150', 'no-messages']) expect((await report(code)).statusCode).toBe(202)
  expect((await report('999')).json()).toMatchObject({ message: 'Unknown fault code.' })
  const metrics = (await testApp.request('GET', '/metrics')).body
  expect(metrics).toContain('lectern_player_faults_total{code="150"} 2')
  expect(metrics).toContain('lectern_player_faults_total{code="no-messages"} 1')
})
