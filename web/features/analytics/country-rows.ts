/** Number of countries listed beside the world map on touch screens before the user asks for all countries. */
export const countryRowsShown = 8
