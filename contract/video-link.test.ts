import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VideoLink } from './courses.ts'
import { VIDEO_LINK_MESSAGE, videoIdOf } from './video-link.ts'

const ID = 'dQw4w9WgXcQ'

test.each([
  ID,
  `  ${ID}\n`,
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?v=${ID}`,
  `https://m.youtube.com/watch?v=${ID}&t=42s`,
  `https://music.youtube.com/watch?list=PL1&v=${ID}`,
  `https://WWW.YouTube.com/watch?v=${ID}#t=1`,
  `https://youtu.be/${ID}`,
  `https://youtu.be/${ID}/?si=abc`,
  `https://www.youtube.com/embed/${ID}?rel=0`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/live/${ID}/`,
  `https://www.youtube.com/v/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
])('%s is the video', (link) => {
  expect(videoIdOf(link)).toBe(ID)
})

test.each([
  '',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${ID}x`,
  `https://www.youtube.com/watch?v=${ID}&v=${ID}`,
  `https://www.youtube.com/watch?v=${ID}%22onload=`,
  `https://www.youtube.com/playlist?list=${ID}`,
  `https://www.youtube.com/redirect?q=${ID}`,
  `https://www.youtube.com/embed/${ID}/extra`,
  `https://www.youtube.com/embed/../${ID}`,
  `https://youtu.be/${ID}/extra`,
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://evil.example/watch?v=${ID}`,
  `https://evil.example/https://youtu.be/${ID}`,
  `https://www.youtube.com@evil.example/watch?v=${ID}`,
  `https://user@www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com:8443/watch?v=${ID}`,
  `https://notyoutube.com/watch?v=${ID}`,
  `https://xn--yutube-wqf.com/watch?v=${ID}`,
  `//www.youtube.com/watch?v=${ID}`,
  `www.youtube.com/watch?v=${ID}`,
  `javascript:alert(1)//youtu.be/${ID}`,
  `data:text/html,${ID}`,
  `ftp://youtube.com/watch?v=${ID}`,
  'dQw4w9WgXc"',
  'dQw4w9 gXcQ',
  `https://youtu.be/${ID}?${'a'.repeat(2100)}`,
])('%s is no video', (link) => {
  expect(videoIdOf(link)).toBeUndefined()
})

test('every wrong link gets the same message', () => {
  expect(VideoLink.parse(` https://youtu.be/${ID} `)).toBe(ID)
  for (const link of ['nothing', '', undefined, 12, [ID]]) {
    expect(VideoLink.safeParse(link).error?.issues[0]?.message).toBe(VIDEO_LINK_MESSAGE)
  }
})

test('nothing a person types becomes part of an address but eleven harmless characters', () => {
  const eleven = fc.string({ unit: fc.constantFrom(...'aZ09-_"<>&/? \\'), minLength: 11, maxLength: 11 })
  const link = fc
    .tuple(
      fc.constantFrom('', 'https://youtu.be/', 'https://www.youtube.com/watch?v=', 'https://youtube.com/v/'),
      eleven,
    )
    .map(([start, id]) => start + id)
  fc.assert(
    fc.property(link, (text) => {
      const id = videoIdOf(text)
      if (id !== undefined) expect(id).toMatch(/^[A-Za-z0-9_-]{11}$/)
    }),
  )
})
