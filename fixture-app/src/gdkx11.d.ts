// The pinned @girs set has no GdkX11; these are the calls that the fixture makes.
declare module 'gi://GdkX11?version=3.0' {
  import type Gdk from 'gi://Gdk?version=3.0'

  namespace GdkX11 {
    class X11Window extends Gdk.Window {
      get_xid(): number
    }
  }
  export default GdkX11
}

declare module 'gi://GdkX11?version=4.0' {
  import type Gdk from 'gi://Gdk?version=4.0'

  namespace GdkX11 {
    class X11Display extends Gdk.Display {
      /** Of WM_CLASS. */
      static set_program_class(display: Gdk.Display, name: string): void
    }
    class X11Surface extends Gdk.Surface {
      get_xid(): number
      /** _NET_WM_USER_TIME; 0 asks for no focus when the window appears. */
      set_user_time(timestamp: number): void
    }
  }
  export default GdkX11
}
