import { expect, test } from 'vitest'
import { renditionsOf } from './renditions.ts'

test.each([
  ['a film of 1080 lines', [1920, 1080], ['360p 640x360', '720p 1280x720', '1080p 1920x1080']],
  [
    'a film that is larger than the largest step',
    [3840, 2160],
    ['360p 640x360', '720p 1280x720', '1080p 1920x1080'],
  ],
  [
    'a film for the cinema, which is as wide as 720p but less high',
    [1280, 534],
    ['360p 640x268', '720p 1280x534'],
  ],
  ['a wide film of 4K', [4096, 1716], ['360p 640x268', '720p 1280x536', '1080p 1920x804']],
  [
    'a recording of a screen between two steps',
    [1366, 768],
    ['360p 640x360', '720p 1280x720', '768p 1366x768'],
  ],
  ['a film just below a step', [1278, 718], ['360p 640x360', '718p 1278x718']],
  ['a film of 4 by 3 below a step', [960, 700], ['360p 494x360', '700p 960x700']],
  ['a film below the smallest step', [320, 240], ['240p 320x240']],
  ['a film with odd sides', [641, 361], ['360p 640x360', '361p 640x360']],
  [
    'the film of a phone that was held upright',
    [1080, 1920],
    ['360p 360x640', '720p 720x1280', '1080p 1080x1920'],
  ],
] as const)('%s has these versions', (_what, [width, height], versions) => {
  const made = renditionsOf({ width, height })
  expect(made.map(({ name, ...size }) => `${name} ${size.width}x${size.height}`)).toEqual(versions)
})
