import type { PlayerSettings } from './player.ts'

export const PLAYER_DEFAULTS: PlayerSettings = {
  rate: 1,
  volume: 1,
  muted: false,
  captions: null,
  autoplay: false,
  keys: true,
  historyPaused: false,
  pauseWhileTyping: false,
  captionsLast: null,
  captionsSize: 'm',
  captionsGround: 'solid',
  captionsPlace: 'strip',
  panel: 'playlist',
}
