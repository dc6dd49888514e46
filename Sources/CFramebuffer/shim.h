#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/vt.h>
