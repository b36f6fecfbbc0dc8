import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StoryboardPreview } from './storyboard-preview.tsx'

test.each([
  ['a new video', { width: 320, height: 180, columns: 5, rows: 5 }, { sheet: 2, box: '960 180 320 180' }],
  ['an older video', { width: 160, height: 90, columns: 10, rows: 10 }, { sheet: 1, box: '480 270 160 90' }],
])(
  'the small picture of %s is 160 pixels wide and comes from its own place',
  (_which, geometry, { sheet, box }) => {
    // The 34th picture, counted from 0: 165 seconds.
    const { container } = render(
      <StoryboardPreview
        master="/v/signed/1/master.m3u8"
        storyboard={{ every: 5, sheets: 4, ...geometry }}
        at={167}
        duration={600}
      />,
    )
    const image = container.querySelector('image')
    const picture = image?.parentElement
    expect(image?.getAttribute('href')).toBe(`/v/signed/1/storyboard-${sheet}.jpg`)
    expect(picture?.getAttribute('viewBox')).toBe(box)
    expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['160', '90'])
  },
)
