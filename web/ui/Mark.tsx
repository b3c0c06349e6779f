/** A wau over a crescent. On dark ground the kite is white, otherwise it takes the colour of the text around it. */
export function Mark({
  size = 32,
  kite = 'var(--mantine-color-laut-filled)',
}: {
  size?: number
  kite?: string
}) {
  return (
    <svg width={size} height={size} viewBox="6 4 52 56" aria-hidden="true" focusable="false">
      <path d="M13 33a19 19 0 0 0 38 0 24 24 0 0 1-38 0Z" fill="#ffb01b" />
      <path
        d="M32 6c5.500 4.500 10 9.500 12.500 15C41.500 28 37.500 32.500 32 36.500 26.500 32.500 22.500 28 19.500 21 22 15.500 26.500 10.500 32 6Z"
        fill={kite}
      />
      <path d="M32 36v20" stroke={kite} strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
