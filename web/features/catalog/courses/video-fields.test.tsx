import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { VideoFields } from './video-fields.tsx'

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
