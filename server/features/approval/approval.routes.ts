import type { House } from '#server/core/house.ts'

export function approvalRoutes(_house: House): void {}
