import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { VIDEO_LINK_MESSAGE } from '#contract/video-links/video-link.ts'
import { aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { CourseForm, type CourseInput } from './course-form.tsx'
import { VideoFields } from './video-field.tsx'

const OWN = { source: 'upload', key: 'a'.repeat(24) } as const
const NEW = 'b'.repeat(24)

type Shown = { source: 'upload' | 'youtube'; key: string }

interface EditProps {
  video: Shown
  onSave: (input: CourseInput) => void
}

/** The form, and what happens when a file arrives that replaces the video. */
function Edit({ video, onSave }: EditProps) {
  const [course, setCourse] = useState(aCourse({ video }))
  const replaced = { video: { source: 'upload' as const, key: NEW }, updatedAt: '2026-06-01T10:00:00.000Z' }
  return (
    <>
      <CourseForm
        heading="Edit course"
        submit="Update Course"
        busy={false}
        playlists={[aPlaylist()]}
        playlistId={aPlaylist()._id}
        course={course}
        error={null}
        note=""
        cancel="/"
        onSave={onSave}
      />
      <button type="button" onClick={() => setCourse({ ...course, ...replaced })}>
        The file arrives
      </button>
    </>
  )
}

function open(video: Shown) {
  const saved: CourseInput[] = []
  const form = <Edit video={video} onSave={(input) => saved.push(input)} />
  renderAt([{ path: '/', element: form }], '/', testContext({ user: aUser({ role: 'Teacher' }) }))
  return saved
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const links = (saved: CourseInput[]) => saved.map(({ body }) => body.videoLink)

test('an uploaded video shows no link, and stays when the rest is saved', async () => {
  const saved = open(OWN)
  expect(await screen.findByRole('group', { name: 'Video' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /Video link/ })).toBeNull()
  expect(document.querySelector('[value^="upload:"]:not([type="hidden"])')).toBeNull()
  await press('Update Course')
  expect(links(saved)).toEqual([`upload:${OWN.key}`])
})

test('a file that replaces the video while the title is typed is saved with the title', async () => {
  const saved = open({ source: 'youtube', key: 'hX3c9Kq1vTs' })
  await userEvent.type(await screen.findByLabelText(/^Video title/), ' again')
  await press('The file arrives')
  expect(await screen.findByText('Your uploaded video')).toBeTruthy()
  await press('Update Course')
  expect(saved).toMatchObject([{ body: { videoTitle: 'The bowline again', videoLink: `upload:${NEW}` } }])
})

test('an uploaded video is replaced by a link, or kept after all', async () => {
  const saved = open(OWN)
  await press('Paste a link')
  const field = screen.getByRole('textbox', { name: /Video link/ })
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  await press('Update Course')
  expect(await screen.findByText(VIDEO_LINK_MESSAGE)).toBeTruthy()
  await userEvent.type(field, 'hX3c9Kq1vTs')
  await press('Update Course')
  await press('Keep the uploaded video')
  await press('Update Course')
  expect(links(saved)).toEqual(['hX3c9Kq1vTs', `upload:${OWN.key}`])
})

const ID = 'aqz-KE-bpKQ'
const link = () => screen.getByRole('textbox', { name: /^Video link/ })
const start = () => screen.getByRole('textbox', { name: 'Starts at' })

async function paste(text: string): Promise<void> {
  await userEvent.clear(link())
  await userEvent.click(link())
  await userEvent.paste(text)
}

test('a link with a start time fills both fields, and another video has its own', async () => {
  render(<VideoFields link="" startsAt="" onLink={undefined} upload={undefined} />)
  await paste(`youtu.be/${ID}?t=90`)
  expect(start()).toHaveProperty('value', '1:30')
  await paste(`<iframe src="https://www.youtube.com/embed/${ID}?start=3723" title="Lesson"></iframe>`)
  expect(start()).toHaveProperty('value', '1:02:03')
  await paste('vimeo.com/76979871')
  expect(start()).toHaveProperty('value', '')
})

test('the same video keeps the start that was typed', async () => {
  render(<VideoFields link={ID} startsAt="1:30" onLink={undefined} upload={undefined} />)
  await userEvent.clear(start())
  await userEvent.type(start(), '2:00')
  await paste(`https://www.youtube.com/watch?v=${ID}`)
  expect(start()).toHaveProperty('value', '2:00')
})
