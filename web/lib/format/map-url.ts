// Links to OpenStreetMap. No request is sent to the map service before the user follows a link.

/** Builds a link to the location on the map. */
export const buildMapUrl = (location: string) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`

/** Builds a link to directions whose destination is the location. */
export const buildDirectionsUrl = (location: string) =>
  `https://www.openstreetmap.org/directions?to=${encodeURIComponent(location)}`
