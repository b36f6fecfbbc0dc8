import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VideoLink } from '#contract/catalog/courses.ts'
import { VIDEO_LINK_MESSAGE, videoLinkOf, videoOf } from './video-link.ts'

const ID = 'dQw4w9WgXcQ'

test.each([
  ID,
  `  ${ID}\n`,
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?v=${ID}`,
  `https://m.youtube.com/watch?v=${ID}&feature=share`,
  `https://music.youtube.com/watch?list=PL1&v=${ID}`,
  `https://WWW.YouTube.com/watch?v=${ID}#comments`,
  `https://youtu.be/${ID}`,
  `https://youtu.be/${ID}/?si=abc`,
  `https://www.youtube.com/embed/${ID}?rel=0`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/live/${ID}/`,
  `https://www.youtube.com/v/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtubekids.com/watch?v=${ID}`,
  `https://www.youtube.com/watch/?v=${ID}`,
  `https://studio.youtube.com/video/${ID}/edit`,
  `www.youtube.com/watch?v=${ID}`,
  `youtu.be/${ID}`,
  `youtu.be/${ID}&feature=youtu.be`,
  `https://www.youtube.com/embed/${ID}&rel=0`,
  `https://www.youtube.com/watch?v=${ID}?feature=share`,
  `https://www.youtube.com/watch&v=${ID}`,
  `https://www.youtube.com/watch?v=${ID}&v=${ID}`,
  `https://www.youtube.com/playlist?list=PL1&v=${ID}`,
  `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
  `https://gaming.youtube.com/watch?v=${ID}`,
])('%s is the video', (link) => {
  expect(videoOf(link)).toEqual({ source: 'youtube', key: ID })
})

test.each([
  '',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${ID}x`,
  `https://www.youtube.com/watch?v=${ID}&v=aqz-KE-bpKQ`,
  `https://www.youtube.com/attribution_link?u=.evil.example/watch%3Fv%3D${ID}`,
  `https://www.youtube.com/attribution_link?u=@evil.example/watch%3Fv%3D${ID}`,
  `https://evil.example/attribution_link?u=%2Fwatch%3Fv%3D${ID}`,
  'https://www.youtube.com/attribution_link?a=x',
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
  `youtube.com:8443/watch?v=${ID}`,
  `user@youtube.com/watch?v=${ID}`,
  `https://studio.youtube.com/channel/${ID}`,
  'https://www.youtube.com/embed/videoseries?list=PL1',
  'https://www.youtube.com/embed/live_stream?channel=UC1',
  `javascript:alert(1)//youtu.be/${ID}`,
  `data:text/html,${ID}`,
  `ftp://youtube.com/watch?v=${ID}`,
  'dQw4w9WgXc"',
  'dQw4w9 gXcQ',
  `https://youtu.be/${ID}?${'a'.repeat(2100)}`,
])('%s is no video', (link) => {
  expect(videoOf(link)).toBeUndefined()
})

test.each([
  `youtu.be/${ID}&t=90`,
  `https://www.youtube.com/watch?v=${ID}?t=90`,
  `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26t%3D90`,
])('%s is the video from a time on', (link) => {
  expect(videoOf(link)).toEqual({ source: 'youtube', key: ID, startsAt: 90 })
})

test('a field takes any text with a link, and every wrong link gets the same message', () => {
  expect(VideoLink.parse(` https://youtu.be/${ID} `)).toEqual({ source: 'youtube', key: ID })
  expect(VideoLink.parse('Programming')).toEqual({ source: 'youtube', key: 'Programming' })
  expect(VideoLink.parse(`1. youtu.be/${ID}?t=90,`)).toEqual({ source: 'youtube', key: ID, startsAt: 90 })
  for (const link of ['nothing', '', undefined, 12, [ID]]) {
    expect(VideoLink.safeParse(link).error?.issues[0]?.message).toBe(VIDEO_LINK_MESSAGE)
  }
})

const VIMEO = '76979871'
const HASH = 'a1b2c3d4e5'

test.each([
  [`https://vimeo.com/${VIMEO}`, undefined],
  [`http://www.vimeo.com/${VIMEO}/`, undefined],
  [`https://vimeo.com/${VIMEO}?share=copy`, undefined],
  [`vimeo.com/${VIMEO}`, undefined],
  [`https://vimeo.com/manage/videos/${VIMEO}`, undefined],
  [`https://vimeo.com/manage/videos/${VIMEO}/${HASH}`, HASH],
  [`https://vimeo.com/showcase/12?video=${VIMEO}`, undefined],
  [`https://vimeo.com/${VIMEO}?h=`, undefined],
  [`https://vimeo.com/user1/review/${VIMEO}/${HASH}`, undefined],
  [`https://vimeo.com/${VIMEO}/${HASH}`, HASH],
  [`https://vimeo.com/${VIMEO}/${HASH}?share=copy`, HASH],
  [`https://player.vimeo.com/video/${VIMEO}`, undefined],
  [`https://player.vimeo.com/video/${VIMEO}?h=${HASH}&autoplay=1`, HASH],
  [`https://vimeo.com/channels/staffpicks/${VIMEO}`, undefined],
  [`https://vimeo.com/groups/short-films/videos/${VIMEO}`, undefined],
  [`https://vimeo.com/album/12/video/${VIMEO}`, undefined],
  [`https://vimeo.com/showcase/12/video/${VIMEO}?h=${HASH}`, HASH],
])('%s is the video of Vimeo', (link, hash) => {
  const video = videoOf(link)
  expect(video).toEqual({ source: 'vimeo', key: VIMEO, ...(hash !== undefined && { hash }) })
  if (video) expect(videoOf(videoLinkOf(video))).toEqual(video)
})

test.each([
  VIMEO,
  'https://vimeo.com/',
  'https://vimeo.com/about',
  `https://vimeo.com/${VIMEO}/settings`,
  `https://vimeo.com/${VIMEO}/${HASH}/extra`,
  `https://vimeo.com/${VIMEO}?h=../../x`,
  `https://vimeo.com/${VIMEO}x`,
  `https://vimeo.com/video/${VIMEO}`,
  `https://player.vimeo.com/${VIMEO}`,
  `https://player.vimeo.com/video/${VIMEO}/config`,
  `https://player.vimeo.com/video/${VIMEO}?h=%22onload=`,
  `https://vimeo.com.evil.example/${VIMEO}`,
  `https://vimeo.com@evil.example/${VIMEO}`,
  `https://notvimeo.com/${VIMEO}`,
  `https://vimeo.com:8443/${VIMEO}`,
  `https://vimeo.com/${'1'.repeat(13)}`,
])('%s is no video of Vimeo', (link) => {
  expect(videoOf(link)).toBeUndefined()
})

test('nothing a person types becomes part of an address but an id and a hash', () => {
  const part = fc.string({ unit: fc.constantFrom(...'aZ09-_"<>&/? \\%h='), minLength: 6, maxLength: 12 })
  const start = fc.constantFrom(
    '',
    'https://youtu.be/',
    'https://www.youtube.com/watch?v=',
    'https://youtube.com/v/',
    'https://vimeo.com/',
    `https://vimeo.com/${VIMEO}/`,
    `https://player.vimeo.com/video/${VIMEO}?h=`,
  )
  fc.assert(
    fc.property(start, part, (address, typed) => {
      const video = videoOf(address + typed)
      if (!video) return
      expect(video.key).toMatch(video.source === 'youtube' ? /^[A-Za-z0-9_-]{11}$/ : /^\d{1,12}$/)
      expect(video.hash ?? 'abcdef').toMatch(/^[0-9a-f]{6,20}$/)
    }),
  )
})
