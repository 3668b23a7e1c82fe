#pragma once
#include <dmtx.h>
