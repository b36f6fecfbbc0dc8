import type { House } from '#server/core/house.ts'

export function searchRoutes(_house: House): void {}
