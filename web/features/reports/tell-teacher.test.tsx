import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useParams } from 'react-router'
import { expect, test } from 'vitest'
import { REPORT_THANKS, VIDEO_BROKEN } from '#contract/reports/report-messages.ts'
import { renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { useTellTeacher } from './report.queries.ts'

function Tell() {
  const { id = '' } = useParams()
  const { onTell, isTold } = useTellTeacher(id, false)
  return (
    <>
      <button type="button" onClick={onTell}>
        {isTold ? 'Reported' : 'Tell the teacher'}
      </button>
      <Link to="/second">Next video</Link>
    </>
  )
}

test('the next video can be reported as well', async () => {
  const reports: unknown[] = []
  const context = testContext({
    answers: {
      'reports.create': (request) => {
        reports.push(sentTo(request))
        return { success: true, message: REPORT_THANKS, isNew: true }
      },
    },
  })
  renderAt([{ path: '/:id', Component: Tell }], '/first', context)
  await userEvent.click(await screen.findByRole('button', { name: 'Tell the teacher' }))
  expect(await screen.findByRole('button', { name: 'Reported' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Next video' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Tell the teacher' }))
  expect(await screen.findByRole('button', { name: 'Reported' })).toBeTruthy()
  expect(reports).toEqual(
    ['first', 'second'].map((subjectId) => ({
      subjectKind: 'course',
      subjectId,
      reason: VIDEO_BROKEN,
      text: '',
    })),
  )
})
