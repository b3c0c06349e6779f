// Mantine components that float beside a button. They share a positioning library and are loaded together.
export { Menu, Popover, Tooltip } from '@mantine/core'
