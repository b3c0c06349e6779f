/**
 * Number of countries listed beside the world map before the user asks for all countries. Phones list none, because the
 * panel below the map shows the first five.
 */
export const countryRowsShown = 8
/** Grid columns of the world map and the list of countries. In narrow windows the list is below the map. */
export const mapColumns = { lg: 'minmax(0, 1fr) minmax(280px, 340px)' }
