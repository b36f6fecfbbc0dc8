import type { House } from '#server/core/house.ts'

export function likeRoutes(_house: House): void {}
