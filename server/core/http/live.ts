import type { House } from '../house.ts'

export function liveRoutes(_house: House): void {}
