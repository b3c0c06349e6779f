// Mantine components that float beside a button. They need the same positioning library and are loaded together.
export { Menu, Popover, Tooltip } from '@mantine/core'
