import type { House } from '#server/core/house.ts'

export function commentRoutes(_house: House): void {}
