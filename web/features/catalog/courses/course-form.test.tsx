import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { CourseForm } from './course-form.tsx'

const CORRECTIONS = [
  { at: 315, text: 'It is the variable.' },
  { at: 550, text: 'It throws.' },
]

async function open(corrections = CORRECTIONS) {
  const onSave = vi.fn<(input: { body: object }) => void>()
  const element = (
    <CourseForm
      heading="Edit course"
      submit="Update Course"
      busy={false}
      playlists={[aPlaylist()]}
      playlistId={aPlaylist()._id}
      course={aCourse({ corrections })}
      error={null}
      note=""
      cancel="/"
      onSave={onSave}
    />
  )
  renderAt([{ path: '*', element }], '/', testContext({ user: aUser() }))
  const link = await screen.findByLabelText(/Video link/)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Corrections/ })
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Update Course' }))
  const body = () => onSave.mock.calls.at(-1)?.[0].body
  const replaceLink = async () => {
    await userEvent.clear(link)
    await userEvent.type(link, 'aqz-KE-bpKQ')
  }
  return { onSave, field, save, body, replaceLink }
}

const question = () => screen.queryByRole('alertdialog')

test('corrections are sent if they have changed', async () => {
  const { field, save, body } = await open()
  expect(field.value).toBe('5:15 It is the variable.\n9:10 It throws.')
  await save()
  expect(body()).not.toHaveProperty('corrections')
  await userEvent.type(field, '\n10:00 Always.')
  await save()
  expect(body()).toMatchObject({
    corrections: '5:15 It is the variable.\n9:10 It throws.\n10:00 Always.',
  })
})

test('a wrong line is named at its field, and nothing is sent', async () => {
  const { onSave, field, save } = await open([])
  await userEvent.type(field, '5:15 Right\nWrong')
  await save()
  expect(screen.getByText('Line 2: a correction needs a time and a text.')).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
  expect(field.value).toBe('5:15 Right\nWrong')
})

test('another video asks for the corrections of the old one: Cancel keeps both, Replace lets them end', async () => {
  const { onSave, field, save, body, replaceLink } = await open()
  await replaceLink()
  await save()
  expect(question()?.textContent).toContain('2 corrections belong to the old video. They will be removed.')
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect(question()).toBeNull()
  expect(onSave).not.toHaveBeenCalled()
  expect(field.value).toContain('It throws.')
  await save()
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Replace' }))
  expect(body()).toMatchObject({ videoLink: 'aqz-KE-bpKQ' })
  expect(body()).not.toHaveProperty('corrections')
})

test('another video asks nothing where there are no corrections', async () => {
  const { onSave, save, replaceLink } = await open([])
  await replaceLink()
  await save()
  expect(question()).toBeNull()
  expect(onSave).toHaveBeenCalledOnce()
})
