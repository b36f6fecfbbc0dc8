import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const image = {
  url: '/media/abc-1280.webp',
  width: 1280,
  height: 720,
  srcSet: '/media/abc-480.webp 480w, /media/abc-1280.webp 1280w',
  placeholder: 'data:image/webp;base64,AAAA',
}
const fallback = { category: 'web design', seed: '65f2c1a4b73d41c0a9f2b6e8' }

function picture(props: Partial<Parameters<typeof Picture>[0]> = {}) {
  render(<Picture image={image} sizes="400px" alt="Cover" fallback={fallback} {...props} />)
  return screen.getByRole('img', { name: 'Cover' })
}

test('an uploaded image has its size and widths, and loads lazily', () => {
  const element = picture()
  expect(element.getAttribute('src')).toBe(image.url)
  expect(element.getAttribute('srcset')).toBe(image.srcSet)
  expect(element.getAttribute('sizes')).toBe('400px')
  expect(element.getAttribute('width')).toBe('1280')
  expect(element.getAttribute('height')).toBe('720')
  expect(element.getAttribute('loading')).toBe('lazy')
})

test('the first picture of a screen is fetched at once', () => {
  const shown = picture({ priority: true })
  expect(shown.hasAttribute('loading')).toBe(false)
  expect(shown.getAttribute('fetchpriority')).toBe('high')
})

test('a blurred placeholder is visible until the image has loaded', () => {
  const shown = picture()
  const placeholder = () => document.querySelector('img[src^="data:"]')
  expect(placeholder()).not.toBeNull()
  fireEvent.load(shown)
  expect(placeholder()).toBeNull()
})

test('an image that cannot be loaded is replaced by generated art', () => {
  fireEvent.error(picture())
  const art = screen.getByRole('img', { name: 'Cover' })
  expect(art.getAttribute('src')).toBe('/art/web%20design/65f2c1a4b73d41c0a9f2b6e8.svg')
  expect(art.hasAttribute('srcset')).toBe(false)
})

test('without an image the generated art is rendered at once', () => {
  expect(picture({ image: undefined }).getAttribute('src')).toEqual(expect.stringContaining('/art/'))
})

test('a new image is loaded after a failed one', () => {
  const { rerender } = render(<Picture image={image} sizes="400px" alt="Cover" fallback={fallback} />)
  fireEvent.error(screen.getByRole('img', { name: 'Cover' }))
  rerender(
    <Picture image={{ ...image, url: '/media/def.webp' }} sizes="400px" alt="Cover" fallback={fallback} />,
  )
  expect(screen.getByRole('img', { name: 'Cover' }).getAttribute('src')).toBe('/media/def.webp')
})
