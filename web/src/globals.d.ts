/** Whether this is the build that needs no server (offline/). */
declare const __OFFLINE__: boolean;
