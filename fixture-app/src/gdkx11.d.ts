// The pinned @girs set has no GdkX11; this is the one call that the fixture makes.
declare module 'gi://GdkX11?version=3.0' {
  import type Gdk from 'gi://Gdk?version=3.0'

  namespace GdkX11 {
    class X11Window extends Gdk.Window {
      get_xid(): number
    }
  }
  export default GdkX11
}
