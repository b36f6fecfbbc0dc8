import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt, testContext } from '#web/test-context.tsx'
import { aRound, aRoundVideo } from '#web/test-revisions.ts'
import { Changes } from './changes.tsx'
import { viewsOf } from './compare.ts'

const VIDEO = { source: 'youtube', key: 'aqz-KE-bpKQ' } as const

function open(before: object, now: object): void {
  const { content } = aRoundVideo('2')
  const video = aRoundVideo('2', {
    changes: ['video'],
    before: { ...content, video: { ...VIDEO, ...before } },
    content: { ...content, video: { ...VIDEO, ...now } },
  })
  const round = aRound({ playlist: null, videos: [video] })
  const element = (
    <Changes
      round={round}
      views={viewsOf(round)}
      view="online"
      onView={() => undefined}
      onPlay={() => undefined}
    />
  )
  renderAt([{ path: '*', element }], '/', testContext())
}

test('a changed start is named beside the video', async () => {
  open({}, { startsAt: 90 })
  await screen.findByText(/The start was changed\./)
  expect(screen.getByRole('button', { name: 'A: YouTube aqz-KE-bpKQ, before' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'B: YouTube aqz-KE-bpKQ from 1:30, now' })).toBeTruthy()
})

test('an uploaded video has its own name', async () => {
  open({}, { source: 'upload', key: 'a'.repeat(24) })
  await screen.findByText(/The video was replaced\./)
  expect(screen.getByRole('button', { name: `B: Uploaded video ${'a'.repeat(24)}, now` })).toBeTruthy()
})
