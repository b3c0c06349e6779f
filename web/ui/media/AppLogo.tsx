/** App logo of the given height: a wau (Malay kite) over a crescent, in two colours. */
export function AppLogo({
  size = 32,
  kite = 'var(--kite)',
  moon = 'var(--mantine-color-emas-5)',
}: {
  size?: number
  kite?: string
  moon?: string
}) {
  return (
    <svg width={(size * 40) / 56} height={size} viewBox="12 4 40 56" aria-hidden="true" focusable="false">
      <path d="M12 33a20 20 0 0 0 40 0 25 25 0 0 1-40 0Z" fill={moon} />
      <path
        d="M32 5c6 5 10.500 10 13 15.500C42 27 38 31.500 32 36 26 31.500 22 27 19 20.500 21.500 15 26 10 32 5Z"
        fill={kite}
      />
      <path d="M32 36v14" stroke={kite} strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
